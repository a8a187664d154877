/** Stories of the folder `chat/`. */
import { useState } from 'react';
import { AgentIcon, Button, Icon, IconButton, Stack, Text } from '@slipway/design-system';
import { Chat, ChatComposer, ChatMessage } from '@slipway/design-system/chat';
import type { Story } from '../story';

const texts = { label: 'Message', placeholder: 'Ask a question', sendLabel: 'Send', stopLabel: 'Stop' };
const icon = <AgentIcon name="Harbor Pilot" category="productivity" size={28} />;
const noAction = () => undefined;

function Composer({ isAnswering = false, start = '' }: { isAnswering?: boolean; start?: string }) {
  const [value, setValue] = useState(start);
  const actions = { onChange: setValue, onSend: noAction, onStop: noAction };
  return <ChatComposer {...texts} {...actions} value={value} maxLength={4000} isAnswering={isAnswering} />;
}

const examples = (
  <Stack align="center">
    {icon}
    <Text tone="muted">Start a conversation with Harbor Pilot.</Text>
    <Button size="sm">Which berth is free?</Button>
  </Stack>
);

const question = (
  <ChatMessage
    by="You"
    isOwn
    actions={
      <IconButton size="sm" label="Edit">
        <Icon name="write" />
      </IconButton>
    }
  >
    Which berth is free at noon?
  </ChatMessage>
);

export default {
  Chat: {
    empty: () => (
      <Chat
        label="Empty"
        listLabel="Messages of an empty conversation"
        newest={undefined}
        empty={examples}
        composer={<Composer />}
      >
        {null}
      </Chat>
    ),
    'with an answer': () => (
      <Chat
        label="Answered"
        listLabel="Messages of an answered conversation"
        newest={1}
        empty={null}
        composer={<Composer />}
      >
        <li>
          {question}
          <ChatMessage
            by="Harbor Pilot"
            picture={icon}
            actions={
              <IconButton size="sm" label="Copy answer">
                <Icon name="copy" />
              </IconButton>
            }
          >
            Berth 4 is free from 11:30 to 14:00.
          </ChatMessage>
        </li>
      </Chat>
    ),
  },
  ChatComposer: {
    answering: () => <Composer isAnswering />,
    'three lines': () => <Composer start={'First line\nSecond line\nThird line'} />,
  },
  ChatMessage: {
    waiting: () => (
      <ChatMessage by="Harbor Pilot" picture={icon}>
        {undefined}
      </ChatMessage>
    ),
  },
} satisfies Story;
