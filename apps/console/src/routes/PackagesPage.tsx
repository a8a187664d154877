/** Which release has which version of a package. The name is in the address. */
import type { PackageEnvironment } from '@slipway/cli/console';
import {
  Chip,
  ChipGroup,
  EmptyState,
  Link,
  Page,
  SearchBox,
  Stack,
  Table,
  Text,
} from '@slipway/design-system';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadError } from '../components/LoadError';
import { LongNotice } from '../components/LongNotice';
import { TableSkeleton } from '../components/TableSkeleton';
import { short } from '../data/format';
import { packageQuery, packagesQuery } from '../data/queries';
import { useFilters } from '../features/frame/useFilters';
import { useTitle } from '../features/frame/useTitle';
import { text } from '../messages';

type Use = PackageEnvironment['uses'][number] & { environment: string };

const FIRST = 'react';

/** Shared by the shell of this repository. */
const USUAL = [
  ...['@slipway/data', '@slipway/design-system', '@slipway/log', '@slipway/platform', '@slipway/session'],
  ...['@tanstack/react-query', 'react', 'react-dom'],
];

export default function PackagesPage() {
  useTitle(text.packages);
  const { name = FIRST, set } = useFilters();
  const [typed, setTyped] = useState('');
  const { data: shared, isError } = useQuery(packagesQuery);
  const choose = (value: string) => {
    set({ name: value });
  };
  return (
    <Page title={text.packages} description={text.packagesHint}>
      <Stack gap="xl">
        <SearchBox
          label={text.packageName}
          placeholder={text.packagePlaceholder}
          value={typed}
          onValueChange={setTyped}
          onSubmit={() => {
            if (typed.trim() !== '') choose(typed.trim());
          }}
        />
        {!isError && shared?.length !== 0 && (
          // Reserve the space of the usual packages while they load, so that the table below does not move.
          <Stack reserved={!shared}>
            <ChipGroup label={text.sharedPackages}>
              {(shared ?? USUAL).map((one) => (
                <Chip
                  key={one}
                  pressed={one === name}
                  onClick={() => {
                    choose(one);
                  }}
                >
                  {one}
                </Chip>
              ))}
            </ChipGroup>
          </Stack>
        )}
        <Uses name={name} />
      </Stack>
    </Page>
  );
}

const versionText = ({ bundled, range, isKnown }: Use) =>
  [
    ...bundled.map(({ version, hasCode }) => (hasCode ? version : text.noCode(version))),
    ...(range === null ? [] : [text.ofShell(range)]),
    ...(isKnown ? [] : [text.noSbom]),
  ].join(', ');

function Uses({ name }: { name: string }) {
  const { data, error, refetch, isFetching } = useQuery(packageQuery(name));
  if (error)
    return <LoadError what={name} error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <TableSkeleton />;
  const rows = data.flatMap(({ environment, uses }) => uses.map((use): Use => ({ ...use, environment })));
  const isEmpty = data.every(({ revision, error: problem }) => revision === null && problem === null);
  if (isEmpty) return <EmptyState title={text.nothingRuns} description={text.nothingRunsHint} />;
  return (
    <Stack gap="lg">
      {data.map(
        ({ environment, error: problem }) =>
          problem !== null && (
            <LongNotice key={environment} tone="warning">
              {`${text.unreadable(environment)}: ${problem}`}
            </LongNotice>
          ),
      )}
      {data.flatMap(({ environment, costs }) =>
        costs.map((cost) => (
          <LongNotice key={`${environment} ${cost}`} tone="info">
            {`${environment}: ${cost}`}
          </LongNotice>
        )),
      )}
      {rows.length === 0 ? (
        <EmptyState title={text.noUse(name)} description={text.noUseHint} />
      ) : (
        <Table
          caption={name}
          onPhones="cards"
          rows={rows}
          rowKey={({ environment, app, kind }) => `${environment} ${app} ${kind}`}
          columns={[
            {
              id: 'app',
              header: text.app,
              cell: ({ app, environment }) => (
                <Link href={`/slices/${app}?environment=${encodeURIComponent(environment)}`}>{app}</Link>
              ),
              sortBy: ({ app }) => app,
            },
            {
              id: 'environment',
              header: text.environment,
              cell: ({ environment }) => environment,
              sortBy: ({ environment }) => environment,
            },
            { id: 'kind', header: text.kind, cell: ({ kind }) => text.kinds[kind] },
            { id: 'version', header: text.has, cell: versionText, sortBy: versionText },
            {
              id: 'release',
              header: text.version,
              cell: ({ release }) => (
                <Text as="code" size="sm">
                  {short(release)}
                </Text>
              ),
            },
          ]}
        />
      )}
    </Stack>
  );
}
