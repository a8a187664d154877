/** Where a failure happened: a button that shows the source, with the line itself for the failures that matter most. */
import type { FailureInfo } from '@slipway/cli/console';
import { Button, Stack, Text } from '@slipway/design-system';
import { useQuery } from '@tanstack/react-query';
import { sourceQuery } from '../../data/queries';
import { text } from '../../messages';

export interface FailurePlaceProps {
  environment: string;
  failure: FailureInfo;
  /** Whether to read the source before the user asks: each takes the server a source map. */
  isRead: boolean;
  onShow: () => void;
}

export function FailurePlace({ environment, failure, isRead, onShow }: FailurePlaceProps) {
  const { slice, version, frame } = failure;
  // Without source maps, only the position in the built file is known; the dialog explains that.
  const { data } = useQuery({
    ...sourceQuery(environment, slice, version, frame ?? ''),
    enabled: isRead && frame !== null,
    retry: false,
  });
  if (frame === null) return text.unknown;
  const place = data ? `${data.file}:${String(data.line)}` : frame;
  const line = data?.lines.find(({ number }) => number === data.line)?.text.trim();
  return (
    <Stack as="span" gap="xs" align="start">
      <Button variant="quiet" size="sm" flush="start" aria-label={text.showSource(place)} onClick={onShow}>
        <code>{place}</code>
      </Button>
      {line !== undefined && (
        <Text as="code" size="sm">
          {line}
        </Text>
      )}
    </Stack>
  );
}
