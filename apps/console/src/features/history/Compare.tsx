/** The differences between two environments, or two revisions of them. */
import { Select, Stack, Table, Text } from '@slipway/design-system';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LongNotice } from '../../components/LongNotice';
import { LoadError } from '../../components/LoadError';
import { changeLine } from '../../components/changeLine';
import { settingLine, withoutValues } from '../../components/settingLine';
import { diffQuery } from '../../data/queries';
import { text } from '../../messages';

export interface CompareProps {
  /** `staging`, `staging@12`: as `slipway diff` takes them. */
  choices: readonly string[];
  initial: readonly [one: string, other: string];
}

export function Compare({ choices, initial }: CompareProps) {
  const [one, setOne] = useState(initial[0]);
  const [other, setOther] = useState(initial[1]);
  const options = choices.map((choice) => ({ value: choice, label: choice }));
  return (
    <Stack gap="lg">
      <Stack direction="row" gap="md" align="end" wrap>
        <Select
          label={text.compareOne}
          options={options}
          value={one}
          onChange={(event) => {
            setOne(event.target.value);
          }}
        />
        <Select
          label={text.compareOther}
          options={options}
          value={other}
          onChange={(event) => {
            setOther(event.target.value);
          }}
        />
      </Stack>
      <Differences one={one} other={other} />
    </Stack>
  );
}

function Differences({ one, other }: { one: string; other: string }) {
  const { data, error, refetch, isFetching } = useQuery(diffQuery(one, other));
  if (error)
    return (
      <LoadError what={text.compare} error={error} onRetry={() => void refetch()} retrying={isFetching} />
    );
  if (!data) return <Text tone="muted">{text.loading}</Text>;
  const others = withoutValues(data.settings, data.settingsChanges);
  const lines = [
    ...data.changes.map(changeLine),
    ...data.settingsChanges.map(settingLine),
    ...(others.length > 0 ? [text.settingsChanged(others.join(', '))] : []),
  ];
  return (
    <>
      {data.unverified.map(({ name, reason }) => (
        <LongNotice key={name} tone="warning">{`${text.unverified(name)}: ${reason}`}</LongNotice>
      ))}
      <Lines lines={lines} />
    </>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return <Text role="status">{text.same}</Text>;
  return (
    <Table
      caption={text.changes}
      captionHidden
      rows={lines}
      rowKey={(line) => line}
      columns={[
        {
          id: 'change',
          header: text.changes,
          cell: (line) => (
            <Text as="code" size="sm" preserveLines>
              {line}
            </Text>
          ),
        },
      ]}
    />
  );
}
