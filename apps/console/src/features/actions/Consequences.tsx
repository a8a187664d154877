/** The changes that an action makes, and the command that does the same. */
import type { Action, Preview } from '@slipway/cli/console';
import {
  Button,
  CodeBlock,
  Notice,
  Skeleton,
  SkeletonText,
  Stack,
  Text,
  toast,
} from '@slipway/design-system';
import { useQuery } from '@tanstack/react-query';
import { isApproval } from '../../data/approval';
import { isLost } from '../../data/client';
import { withReason } from '../../data/command';
import { previewQuery } from '../../data/queries';
import { text } from '../../messages';
import { PreviewChanges } from './PreviewChanges';

/** With the lines above it, as high as the highest preview of most actions; on phones, commands have more lines. */
const COMMAND_HEIGHT = 'clamp(5.5rem, (48rem - 100vw) * 999, 7rem)';

export function Consequences({
  action,
  reason,
  isReadOnly,
  isUnknown = false,
  onRetried,
}: {
  action: Action;
  reason: string;
  isReadOnly: boolean;
  /** The action was sent, and the response was lost. */
  isUnknown?: boolean;
  /** Called when “Try again” has loaded a preview. Move the focus: that button is removed. */
  onRetried?: () => void;
}) {
  const { data, error, isFetching, refetch } = useQuery(previewQuery(action));
  const retry = async () => {
    if ((await refetch()).isSuccess) onRetried?.();
  };
  if (isLost(error))
    return (
      <Notice
        tone="warning"
        action={
          <Button size="sm" busy={isFetching} onClick={() => void retry()}>
            {text.tryAgain}
          </Button>
        }
      >
        {isUnknown ? text.noRunResponse : error?.message}
      </Notice>
    );
  if (error)
    return (
      <Notice tone="warning">
        <Text as="strong" weight="medium" size="sm">
          {`${text.cannot}: `}
        </Text>
        <Text as="span" size="sm" preserveLines>
          {error.message}
        </Text>
      </Notice>
    );
  if (!data)
    return (
      <div aria-busy="true" aria-label={text.checking} role="status">
        {/* As high as the content: otherwise the centered dialog would grow when it arrives. */}
        <Stack gap="xl">
          <div>
            <SkeletonText lines={4} />
          </div>
          <Skeleton shape="block" height={COMMAND_HEIGHT} />
        </Stack>
      </div>
    );
  return (
    <>
      {isUnknown && <Notice tone="warning">{text.mayHaveRun}</Notice>}
      <PreviewChanges preview={data} />
      {isReadOnly && <Notice>{text.readOnly}</Notice>}
      <Stack gap="xs">
        <Text size="sm" weight="medium">
          {text.command}
        </Text>
        <CodeBlock
          label={text.command}
          code={commandOf(data, action, reason)}
          copyLabel={text.commandHint}
          onCopied={() => toast.success(text.copied)}
          onCopyFailed={() => toast.error(text.copyFailed)}
        />
      </Stack>
    </>
  );
}

/** A change that needs approvals is proposed as a plan. */
const commandOf = ({ command, canPlan, rejections }: Preview, action: Action, reason: string) =>
  isApproval(action)
    ? command
    : withReason(canPlan && rejections.length > 0 ? `${command} --plan` : command, reason);
