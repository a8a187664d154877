/** The failures of a slice in a period: error, phase, part, release, route and place, with the source line. */
import type { FailureInfo } from '@slipway/cli/console';
import { Section, Table, Text } from '@slipway/design-system';
import { useState } from 'react';
import { FAILURES } from '../../components/SeeFailures';
import { age, number, short } from '../../data/format';
import { text } from '../../messages';
import { FailurePlace } from './FailurePlace';
import { SourceDialog } from './SourceDialog';

/** The most frequent failures, whose source lines are in the table. */
const READ_PLACES = 3;

export interface FailuresProps {
  environment: string;
  failures: readonly FailureInfo[];
}

export function Failures({ environment, failures }: FailuresProps) {
  const [chosen, setChosen] = useState<FailureInfo>();
  const frame = chosen?.frame ?? undefined;
  return (
    <Section id={FAILURES} title={text.failures}>
      {failures.length === 0 ? (
        <Text tone="muted">{text.failuresEmpty}</Text>
      ) : (
        <Table
          caption={text.tableOf(text.failures)}
          captionHidden
          onPhones="cards"
          rows={failures}
          rowKey={({ version, phase, part, code: error, frame, route }) =>
            [version, phase, part, error, frame, route].join(' ')
          }
          columns={[
            { id: 'error', header: text.code, cell: (one) => one.code ?? text.unknown },
            { id: 'phase', header: text.phase, cell: ({ phase }) => phase },
            { id: 'part', header: text.part, cell: ({ part }) => part ?? text.unknown },
            { id: 'version', header: text.version, cell: ({ version }) => <code>{short(version)}</code> },
            { id: 'route', header: text.route, cell: ({ route }) => route },
            {
              id: 'frame',
              header: text.frame,
              cell: (one) => (
                <FailurePlace
                  environment={environment}
                  failure={one}
                  isRead={failures.indexOf(one) < READ_PLACES}
                  onShow={() => {
                    setChosen(one);
                  }}
                />
              ),
            },
            {
              ...{ id: 'count', header: text.occurrences, align: 'end' as const },
              cell: ({ count }) => number(count),
              sortBy: ({ count }) => count,
            },
            { id: 'last', header: text.lastSeen, cell: ({ lastAt }) => text.age(age(lastAt)) },
          ]}
        />
      )}
      {chosen && frame !== undefined && (
        <SourceDialog
          environment={environment}
          failure={chosen}
          frame={frame}
          onClose={() => {
            setChosen(undefined);
          }}
        />
      )}
    </Section>
  );
}
