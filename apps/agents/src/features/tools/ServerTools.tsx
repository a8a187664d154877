/** One server of tools: those that are chosen, and, when the server was asked, all others. */
import { useMutation } from '@tanstack/react-query';
import { Badge, Button, Checkbox, Stack, Text, toast } from '@slipway/design-system';
import { isAppError } from '@slipway/contracts';
import { type AgentTool, listServerTools, type ToolServer } from '../../data/tools';
import { t } from './messages';

export const reasonOf = (error: unknown): string =>
  t('serverFailed', { reason: isAppError(error) ? error.message : String(error) });

interface ServerToolsProps {
  agentId: string;
  server: ToolServer;
  /** Undefined until the server is asked. */
  offer: readonly AgentTool[] | undefined;
  hasSecret: boolean;
  onOffer: (offer: readonly AgentTool[]) => void;
  onChange: (tools: AgentTool[]) => void;
  onRemove: () => void;
}

export function ServerTools({
  agentId,
  server: { url, tools },
  offer,
  hasSecret,
  onOffer,
  onChange,
  onRemove,
}: ServerToolsProps) {
  const list = useMutation({
    mutationFn: () => listServerTools(agentId, url),
    onSuccess: onOffer,
    onError: (error) => {
      toast.error(reasonOf(error), { id: `tools ${url}` });
    },
  });
  const { host } = new URL(url);
  const shown = offer ?? tools;
  const isChosen = (name: string) => tools.some((tool) => tool.name === name);
  return (
    <Stack gap="sm" role="group" aria-label={t('toolsOf', { host })}>
      <Stack direction="row" gap="sm" justify="between" wrap>
        <Text as="code" size="sm" lines={1}>
          {url}
        </Text>
        <Stack direction="row" gap="sm" rigid>
          {hasSecret && <Badge>{t('toolSecretStored')}</Badge>}
          {!offer && (
            <Button
              size="sm"
              aria-label={t('listToolsOf', { host })}
              busy={list.isPending}
              onClick={() => {
                list.mutate();
              }}
            >
              {t('listTools')}
            </Button>
          )}
          <Button
            size="sm"
            variant="quiet"
            flush="end"
            aria-label={t('removeServerOf', { host })}
            onClick={onRemove}
          >
            {t('removeServer')}
          </Button>
        </Stack>
      </Stack>
      {shown.length === 0 && <Text tone="muted">{t('toolsNone')}</Text>}
      {shown.map((tool) => (
        <Stack key={tool.name} direction="row" gap="sm" justify="between">
          <Checkbox
            label={tool.name}
            {...(tool.description === '' ? {} : { hint: tool.description })}
            checked={isChosen(tool.name)}
            onChange={({ target }) => {
              onChange(target.checked ? [...tools, tool] : tools.filter(({ name }) => name !== tool.name));
            }}
          />
          <Stack rigid>
            <Badge tone={tool.is_read_only ? 'neutral' : 'warning'}>
              {t(tool.is_read_only ? 'toolReads' : 'toolWrites')}
            </Badge>
          </Stack>
        </Stack>
      ))}
    </Stack>
  );
}
