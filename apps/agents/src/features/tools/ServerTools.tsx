/**
 * The tools of one server: the chosen ones, and all others on demand. The response is late and may be long, so it must
 * not change heights.
 */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Badge, Button, Checkbox, Stack, Text, toast } from '@slipway/design-system';
import { isAppError } from '@slipway/contracts';
import { type AgentTool, listServerTools, type ToolServer } from '../../data/tools';
import { t } from './messages';

export const reasonOf = (error: unknown): string =>
  t('serverFailed', { reason: isAppError(error) ? error.message : String(error) });

interface ServerLineProps {
  url: string;
  hasSecret: boolean;
  children: ReactNode;
}

const ServerLine = ({ url, hasSecret, children }: ServerLineProps) => (
  <Stack direction="row" gap="sm" justify="between" wrap>
    <Text as="code" size="sm" lines={1}>
      {url}
    </Text>
    <Stack direction="row" gap="sm" rigid>
      {hasSecret && <Badge>{t('toolSecretStored')}</Badge>}
      {children}
    </Stack>
  </Stack>
);

/** Placeholder of a server whose tools are being read. */
export const ServerPlace = ({ url, hasSecret, children }: ServerLineProps) => (
  <Stack gap="sm">
    <ServerLine url={url} hasSecret={hasSecret}>
      <Stack direction="row" gap="sm" reserved>
        <Button size="sm">{t('showTools')}</Button>
        <Button size="sm" variant="quiet" flush="end">
          {t('removeServer')}
        </Button>
      </Stack>
    </ServerLine>
    {children}
  </Stack>
);

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
  const [isNew] = useState(offer !== undefined);
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll && offer ? offer : isNew ? [] : tools;
  // A server without tools is asked again: it may have some later.
  const hasOffer = offer !== undefined && offer.length > 0;
  const isChosen = (name: string) => tools.some((tool) => tool.name === name);
  return (
    <Stack gap="sm" role="group" aria-label={t('toolsOf', { host })}>
      <ServerLine url={url} hasSecret={hasSecret}>
        <Button
          size="sm"
          aria-label={t(showsAll ? 'showFewerOf' : hasOffer ? 'showToolsOf' : 'listToolsOf', { host })}
          busy={list.isPending}
          onClick={() => {
            if (hasOffer) setShowsAll(!showsAll);
            else list.mutate();
          }}
        >
          {t(showsAll ? 'showFewer' : hasOffer ? 'showTools' : 'listTools')}
        </Button>
        <Button
          size="sm"
          variant="quiet"
          flush="end"
          aria-label={t('removeServerOf', { host })}
          onClick={({ currentTarget }) => {
            // This button disappears: the focus moves to the address of another server.
            currentTarget.closest('form')?.querySelector<HTMLElement>('[name=server]')?.focus();
            onRemove();
          }}
        >
          {t('removeServer')}
        </Button>
      </ServerLine>
      {shown.length === 0 && (
        <Text tone="muted">
          {offer?.length ? t('toolsChosen', { count: offer.length, chosen: tools.length }) : t('toolsNone')}
        </Text>
      )}
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
