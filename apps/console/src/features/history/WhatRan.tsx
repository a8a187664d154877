/** The releases of an environment at a time. */
import { Button, Stack, Table, Text, TextInput } from '@slipway/design-system';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadError } from '../../components/LoadError';
import { LongNotice } from '../../components/LongNotice';
import { moment, short } from '../../data/format';
import { momentQuery } from '../../data/queries';
import { text } from '../../messages';

export function WhatRan({ environment }: { environment: string }) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState<string>();
  return (
    <Stack gap="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const time = new Date(typed);
          if (!Number.isNaN(time.getTime())) setAt(time.toISOString());
        }}
      >
        <Stack direction="row" gap="md" align="end" wrap>
          <TextInput
            label={text.whatRanAt}
            type="datetime-local"
            required
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
            }}
          />
          <Button type="submit">{text.find}</Button>
        </Stack>
      </form>
      {at !== undefined && <Found environment={environment} at={at} />}
    </Stack>
  );
}

function Found({ environment, at }: { environment: string; at: string }) {
  const { data, error, refetch, isFetching } = useQuery(momentQuery(environment, at));
  if (error)
    return (
      <LoadError what={text.whatRan} error={error} onRetry={() => void refetch()} retrying={isFetching} />
    );
  if (data === undefined) return <Text tone="muted">{text.loading}</Text>;
  if (data === null) return <Text role="status">{text.ranNothing}</Text>;
  const until = data.until === null ? text.now : moment(data.until);
  return (
    <Stack gap="sm">
      <Text role="status" weight="medium">
        {text.ran(data.revision, moment(data.from), until)}
      </Text>
      <Text size="sm" tone="muted">
        {[
          text.byAuthor(data.author, data.reason),
          ...(data.approvers.length > 0 ? [text.approvedBy(data.approvers.join(', '))] : []),
        ].join(' · ')}
      </Text>
      {data.unverified !== undefined && (
        <LongNotice tone="warning">{text.notVerifiedReason(data.unverified)}</LongNotice>
      )}
      <Table
        caption={text.tableOf(text.whatRan)}
        captionHidden
        onPhones="cards"
        rows={data.parts}
        rowKey={({ app, kind }) => `${app} ${kind}`}
        columns={[
          { id: 'app', header: text.app, cell: ({ app }) => app },
          {
            id: 'version',
            header: text.version,
            cell: ({ version }) => (
              <Text as="code" size="sm">
                {short(version)}
              </Text>
            ),
          },
          { id: 'share', header: text.group, cell: ({ percent }) => text.percentOfVisitors(percent) },
        ]}
      />
    </Stack>
  );
}
