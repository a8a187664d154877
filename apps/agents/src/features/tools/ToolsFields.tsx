/** The tools of an agent in its form: servers, and which of their tools the model may call. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Section, SkeletonText, Stack, Text, toast } from '@slipway/design-system';
import { QueryPanel } from '@slipway/platform';
import type { Draft } from '../../data/draft';
import { type AgentTool, MAX_TOOLS, toolQueries, type ToolServer } from '../../data/tools';
import { t } from './messages';
import { AddServer } from './AddServer';
import { ServerTools } from './ServerTools';

interface ToolsFieldsProps {
  agentId: string;
  /** Undefined: as stored. */
  tools: Draft['tools'];
  onChange: (values: Pick<Draft, 'tools'>) => void;
  onServerTyped: (isTyped: boolean) => void;
}

export function ToolsFields({ agentId, tools, onChange, onServerTyped }: ToolsFieldsProps) {
  const stored = useQuery(toolQueries.of(agentId));
  /** All tools of servers that were asked since the form opened. */
  const [offers, setOffers] = useState<Readonly<Record<string, readonly AgentTool[]>>>({});

  return (
    <Section level={3} gap="md" title={t('tools')}>
      <Text size="sm" tone="muted">
        {t('toolsHint')}
      </Text>
      <QueryPanel query={stored} failure={t('toolsLoadFailed')} waiting={<SkeletonText />}>
        {({ servers, secrets }) => {
          const shown = tools ?? servers;
          const change = (next: readonly ToolServer[]) => {
            const count = next.reduce((sum, server) => sum + server.tools.length, 0);
            if (count > MAX_TOOLS) toast.error(t('toolsTooMany'), { id: 'tools' });
            else onChange({ tools: next });
          };
          const learn = (url: string, offer: readonly AgentTool[]) => {
            setOffers((current) => ({ ...current, [url]: offer }));
          };
          return (
            <Stack gap="lg">
              {shown.map((server) => (
                <ServerTools
                  key={server.url}
                  agentId={agentId}
                  server={server}
                  offer={offers[server.url]}
                  hasSecret={secrets.includes(server.url)}
                  onOffer={(offer) => {
                    learn(server.url, offer);
                  }}
                  onChange={(chosen) => {
                    change(shown.map((one) => (one === server ? { ...server, tools: chosen } : one)));
                  }}
                  onRemove={() => {
                    change(shown.filter((one) => one !== server));
                  }}
                />
              ))}
              <AddServer
                agentId={agentId}
                known={shown}
                secrets={secrets}
                onTyped={onServerTyped}
                onAdd={(url, offer) => {
                  learn(url, offer);
                  const rest = MAX_TOOLS - shown.reduce((sum, server) => sum + server.tools.length, 0);
                  const reading = offer.filter((tool) => tool.is_read_only);
                  change([...shown, { url, tools: reading.slice(0, rest) }]);
                }}
              />
            </Stack>
          );
        }}
      </QueryPanel>
    </Section>
  );
}
