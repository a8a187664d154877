/** The source line of a failure, from the source maps of its release. */
import type { FailureInfo } from '@slipway/cli/console';
import { CodeBlock, Notice, SkeletonText, Stack, Text, toast } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { useQuery } from '@tanstack/react-query';
import { short } from '../../data/format';
import { sourceQuery } from '../../data/queries';
import { sourceText } from '../../data/sourceText';
import { text } from '../../messages';

export interface SourceDialogProps {
  environment: string;
  failure: FailureInfo;
  frame: string;
  onClose: () => void;
}

export function SourceDialog({ environment, failure, frame, onClose }: SourceDialogProps) {
  const { slice, version, code } = failure;
  const { data, error } = useQuery(sourceQuery(environment, slice, version, frame));
  return (
    <Dialog
      open
      size="lg"
      startsAtTitle
      title={text.sourceOf(code ?? text.failure)}
      description={text.sourceHint(slice, short(version), frame)}
      onClose={onClose}
    >
      {error ? (
        <Notice tone="warning">{error.message}</Notice>
      ) : !data ? (
        <div aria-busy="true" aria-label={text.loading} role="status">
          <SkeletonText lines={6} />
        </div>
      ) : (
        <Stack gap="sm">
          <Text size="sm" weight="medium" preserveLines>
            {`${data.file}:${String(data.line)}:${String(data.column)}`}
          </Text>
          {data.lines.length > 0 && (
            <CodeBlock
              label={data.file}
              code={sourceText(data)}
              copyLabel={text.copySource}
              onCopied={() => toast.success(text.copied)}
              onCopyFailed={() => toast.error(text.copyFailed)}
            />
          )}
        </Stack>
      )}
    </Dialog>
  );
}
