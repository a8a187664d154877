/** The revisions of an environment: what each changed, who signed and approved it; any of them can run again. */
import type { Action, DamagedEntry, HistoryEntry } from '@slipway/cli/console';
import { Badge, Button, Stack, Table, toast } from '@slipway/design-system';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { post } from '../../data/client';
import { ChangeLines } from '../../components/ChangeLines';
import { Names } from '../../components/Names';
import { Reason } from '../../components/Reason';
import { moment } from '../../data/format';
import { text } from '../../messages';
import { ActionDialog } from '../actions/ActionDialog';

type Entry = HistoryEntry | DamagedEntry;

/** Nothing else is known of a revision that cannot be read. */
const known = (cell: (entry: HistoryEntry) => ReactNode) => (entry: Entry) =>
  'damage' in entry ? text.unknown : cell(entry);

export interface RevisionsProps {
  environment: string;
  entries: readonly Entry[];
  /** Revisions that bypassed the policy and that this user can acknowledge. */
  acknowledgeable: readonly number[];
  isReadOnly: boolean;
}

export function Revisions({ environment, entries, acknowledgeable, isReadOnly }: RevisionsProps) {
  const [chosen, setChosen] = useState<{ title: string; action: Action }>();
  const newest = entries[0]?.revision;
  return (
    <>
      <Table
        caption={text.tableOf(text.historyTitle(environment))}
        captionHidden
        onPhones="cards"
        rows={entries}
        rowKey={({ revision }) => String(revision)}
        columns={[
          {
            id: 'revision',
            header: text.revision,
            cell: (entry) => (
              <Stack as="span" direction="row" gap="sm" wrap>
                {String(entry.revision)}
                {entry.revision === newest && <Badge tone="success">{text.current}</Badge>}
                {'damage' in entry && <Badge tone="danger">{text.damaged}</Badge>}
                {'unverified' in entry && <Badge tone="danger">{text.notVerified}</Badge>}
                {'isBreakGlass' in entry && entry.isBreakGlass && (
                  <Badge tone="danger">{text.breakGlass}</Badge>
                )}
              </Stack>
            ),
          },
          { id: 'at', header: text.when, cell: known(({ at }) => moment(at)) },
          {
            id: 'changes',
            header: text.changes,
            cell: (entry) =>
              'damage' in entry ? (
                <Reason>{entry.damage}</Reason>
              ) : (
                <Stack gap="xs" align="start">
                  <ChangeLines changes={entry.changes} settings={entry.settings} />
                  {entry.unverified !== undefined && (
                    <Reason>{text.notVerifiedReason(entry.unverified)}</Reason>
                  )}
                </Stack>
              ),
          },
          { id: 'author', header: text.author, cell: known(({ author }) => <Names>{author}</Names>) },
          { id: 'reason', header: text.reason, cell: known(({ reason }) => <Reason>{reason}</Reason>) },
          {
            id: 'approvers',
            header: text.approvers,
            cell: known(({ approvers }) => <Names>{approvers.join(', ') || text.none}</Names>),
          },
          {
            id: 'actions',
            header: text.actions,
            cell: known(({ revision }) => (
              <Stack as="span" direction="row" gap="xs" wrap>
                {acknowledgeable.includes(revision) && (
                  <Button
                    size="sm"
                    aria-label={text.acknowledgeOf(environment, revision)}
                    onClick={() => {
                      setChosen({
                        title: text.acknowledgeOf(environment, revision),
                        action: { kind: 'acknowledge', environment, revision },
                      });
                    }}
                  >
                    {text.acknowledge}
                  </Button>
                )}
                {revision !== newest && (
                  <Button
                    size="sm"
                    aria-label={text.runAgainOf(environment, revision)}
                    onClick={() => {
                      setChosen({
                        title: text.rollBackAll(environment, revision),
                        action: { kind: 'rollback', environment, to: revision, slices: [] },
                      });
                    }}
                  >
                    {text.runAgain}
                  </Button>
                )}
                {!isReadOnly && (
                  <OpenButton
                    environment={environment}
                    revision={revision}
                    isFirst={revision === newest && !acknowledgeable.includes(revision)}
                  />
                )}
              </Stack>
            )),
          },
        ]}
      />
      {chosen && (
        <ActionDialog
          {...chosen}
          onClose={() => {
            setChosen(undefined);
          }}
        />
      )}
    </>
  );
}

interface OpenButtonProps {
  environment: string;
  revision: number;
  /** Aligns its text with the start of the column. */
  isFirst: boolean;
}

/** Serves the revision on this machine, and opens it in a new tab. */
function OpenButton({ environment, revision, isFirst }: OpenButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => post<{ address: string }>('/api/open', { environment, revision }),
    onSuccess: ({ address }) => {
      toast.success(text.openedRevision(revision));
      window.open(address, '_blank', 'noopener');
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <Button
      size="sm"
      variant="quiet"
      flush={isFirst ? 'start' : undefined}
      busy={isPending}
      aria-label={text.openRevisionOf(environment, revision)}
      onClick={() => {
        mutate();
      }}
    >
      {text.openRevision}
    </Button>
  );
}
