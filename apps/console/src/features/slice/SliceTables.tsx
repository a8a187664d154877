/** The changes and the published releases of a slice, each as a table. */
import type { DeployMark, ReleaseInfo } from '@slipway/cli/console';
import { Badge, Button, Section, Stack, Table, Text } from '@slipway/design-system';
import { useState } from 'react';
import { ChangeLines } from '../../components/ChangeLines';
import { commitText } from '../../components/commitText';
import { Names } from '../../components/Names';
import { Reason } from '../../components/Reason';
import { moment, short } from '../../data/format';
import { text } from '../../messages';

const code = (value: string | null) =>
  value === null ? (
    text.unknown
  ) : (
    <Text as="code" size="sm">
      {value}
    </Text>
  );

const PAGE = 20;

/** The newest rows, with a button for older ones while there are any. */
function useNewest<Row>(rows: readonly Row[], label: string) {
  const [limit, setLimit] = useState(PAGE);
  const hasMore = rows.length > limit;
  const more = hasMore && (
    <Button
      size="sm"
      onClick={() => {
        setLimit(limit + PAGE);
      }}
    >
      {label}
    </Button>
  );
  return { shown: rows.slice(0, limit), hasMore, more };
}

export function Changes({ slice, deploys }: { slice: string; deploys: readonly DeployMark[] }) {
  const { shown, hasMore, more } = useNewest(deploys, text.more);
  return (
    <Section title={text.changesHere(slice)} action={more}>
      {deploys.length === 0 ? (
        <Text tone="muted">{text.changesHereEmpty}</Text>
      ) : (
        <Table
          caption={text.tableOf(text.changesHere(slice))}
          captionHidden
          onPhones="cards"
          rows={shown}
          rowKey={({ environment, revision }) => `${environment} ${String(revision)}`}
          columns={[
            { id: 'revision', header: text.revision, cell: ({ revision }) => String(revision) },
            {
              id: 'at',
              header: text.when,
              cell: ({ at }) => moment(at),
              ...(!hasMore && { sortBy: ({ at }: DeployMark) => at }),
            },
            {
              id: 'changes',
              header: text.changes,
              cell: ({ changes, unverified }) => (
                <Stack gap="xs" align="start">
                  <ChangeLines changes={changes} />
                  {unverified !== undefined && <Reason>{text.notVerifiedReason(unverified)}</Reason>}
                </Stack>
              ),
            },
            { id: 'author', header: text.author, cell: ({ author }) => <Names>{author}</Names> },
            { id: 'reason', header: text.reason, cell: ({ reason }) => <Reason>{reason}</Reason> },
          ]}
        />
      )}
    </Section>
  );
}

const runText = ({ environment, kind, percent }: ReleaseInfo['runs'][number]) =>
  kind === 'canary'
    ? text.canaryIn(environment, percent ?? 0)
    : kind === 'fallback'
      ? text.fallbackIn(environment)
      : environment;

export function Releases({ releases }: { releases: readonly ReleaseInfo[] }) {
  const { shown, hasMore, more } = useNewest(releases, text.moreReleases);
  return (
    <Section title={text.published} action={more}>
      {releases.some(({ runs }) => runs.some(({ kind }) => kind === 'fallback')) && (
        <Text size="sm" tone="muted">
          {text.fallbackHint}
        </Text>
      )}
      {releases.length === 0 ? (
        <Text tone="muted">{text.publishedEmpty}</Text>
      ) : (
        <Table
          caption={text.tableOf(text.published)}
          captionHidden
          onPhones="cards"
          rows={shown}
          rowKey={({ version }) => version}
          columns={[
            { id: 'version', header: text.version, cell: ({ version }) => code(short(version)) },
            {
              id: 'runs',
              header: text.runsIn,
              cell: ({ runs, error }) => (
                <Stack as="span" direction="row" gap="xs" wrap>
                  {error !== null && <Badge tone="danger">{error}</Badge>}
                  {runs.map((run) => (
                    <Badge key={runText(run)} tone={run.kind === 'stable' ? 'success' : 'neutral'}>
                      {runText(run)}
                    </Badge>
                  ))}
                </Stack>
              ),
            },
            {
              id: 'commit',
              header: text.commit,
              cell: (release) => (
                <Text as="span" size="sm" preserveLines>
                  {commitText(release)}
                </Text>
              ),
            },
            {
              id: 'author',
              header: text.author,
              cell: ({ commit }) => <Names>{commit.author ?? text.unknown}</Names>,
            },
            { id: 'owner', header: text.owner, cell: ({ owner }) => owner ?? text.none },
            {
              id: 'built',
              header: text.built,
              cell: ({ builtAt }) => (builtAt === '' ? text.unknown : moment(builtAt)),
              ...(!hasMore && { sortBy: ({ builtAt }: ReleaseInfo) => builtAt }),
            },
          ]}
        />
      )}
    </Section>
  );
}
