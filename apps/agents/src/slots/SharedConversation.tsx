/** `marketplace.conversation`: a shared conversation, read-only, also for visitors (decision 062). */
import { useQuery } from '@tanstack/react-query';
import { AgentIcon, EmptyState, Icon, Link, Notice, Skeleton, Stack, Text } from '@slipway/design-system';
import { ChatMessage } from '@slipway/design-system/chat';
import { Markdown } from '@slipway/design-system/markdown';
import { pictureUrl } from '@slipway/data';
import { formats, QueryPanel } from '@slipway/platform';
import type { KeptTurn } from '../data/conversations';
import { type SharedConversation as Shared, sharedQueries } from '../data/sharedConversations';
import { ReportForm } from '../features/shared-conversation/ReportForm';
import { t as common } from '../messages';
import { t } from '../features/shared-conversation/messages';

interface SharedConversationProps {
  /** The id in the link. */
  conversation: string;
  /** The key in the link; empty when it is missing. */
  secret: string;
}

export default function SharedConversation({ conversation, secret }: SharedConversationProps) {
  const query = useQuery(sharedQueries.one(conversation, secret));
  return (
    <QueryPanel query={query} failure={t('sharedFailed')} waiting={<Skeleton shape="block" height="16rem" />}>
      {(shared) => {
        if (!shared) return <Unavailable title={t('sharedUnavailable')} text={t('sharedUnavailableHint')} />;
        if (!shared.turns)
          return <Unavailable title={t('sharedIncomplete')} text={t('sharedIncompleteHint')} />;
        return <Conversation id={conversation} secret={secret} shared={shared} turns={shared.turns} />;
      }}
    </QueryPanel>
  );
}

const Unavailable = ({ title, text }: { title: string; text: string }) => (
  <EmptyState icon={<Icon name="messages" size={20} />} title={title} description={text} />
);

interface ConversationProps {
  id: string;
  secret: string;
  shared: Shared;
  turns: readonly KeptTurn[];
}

function Conversation({ id, secret, shared, turns }: ConversationProps) {
  const { agent_id, agent_name: name, category, color, icon, person, created_at, expires_at } = shared;
  const pictureOf = (size: number) => (
    <AgentIcon name={name} category={category ?? ''} color={color} src={pictureUrl(icon)} size={size} />
  );
  const dates = { created: formats.date(created_at), end: formats.date(expires_at) };
  return (
    <Stack gap="xl">
      <Stack direction="row" gap="md">
        {pictureOf(40)}
        <Stack gap="xxs" grow>
          <Text as="strong" dir="auto">
            {agent_id ? <Link href={`/marketplace?agent=${agent_id}`}>{name}</Link> : name}
          </Text>
          <Text size="sm" tone="muted">
            {person ? t('sharedBy', { ...dates, person }) : t('sharedOn', dates)}
          </Text>
        </Stack>
      </Stack>
      <Notice>{t('sharedUnverified', { name })}</Notice>
      <Stack as="ol" role="list" gap="lg" aria-label={common('conversation', { name })}>
        {turns.map((turn, index) => (
          // They never change.
          <li key={index}>
            <ChatMessage by={person ?? t('sharedUser')} isOwn>
              <Text as="div" dir="auto" preserveLines>
                {turn.question}
              </Text>
            </ChatMessage>
            {turn.answer !== '' && (
              <ChatMessage
                by={name}
                picture={pictureOf(28)}
                actions={
                  turn.state === 'stopped' && (
                    <Text as="span" size="xs" tone="subtle">
                      {common('stopped')}
                    </Text>
                  )
                }
              >
                <Markdown text={turn.answer} level={3} />
              </ChatMessage>
            )}
          </li>
        ))}
      </Stack>
      <ReportForm id={id} secret={secret} />
    </Stack>
  );
}
