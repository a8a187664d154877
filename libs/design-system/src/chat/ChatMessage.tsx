/** A message of a conversation: the user's own at the end of the line, others at its start with a picture. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Spinner } from '../feedback/Spinner';
import { token } from '../tokens';

export interface ChatMessageProps {
  /** Who wrote it. */
  by: string;
  isOwn?: boolean;
  picture?: ReactNode;
  /** Undefined while nothing has arrived yet. */
  children: ReactNode;
  /** Shown below the message. Their space is reserved, so that nothing moves when they appear. */
  actions?: ReactNode;
}

export const ChatMessage = ({ by, isOwn = false, picture, children, actions }: ChatMessageProps) => (
  <Root data-own={isOwn || undefined}>
    {picture}
    <Column>
      <By>
        <bdi translate="no">{by}</bdi>
      </By>
      <Bubble translate="no">{children ?? <Spinner />}</Bubble>
      <Actions>{actions}</Actions>
    </Column>
  </Root>
);

const Root = styled.div`
  display: flex;
  gap: ${token.space.sm};

  &[data-own] {
    justify-content: flex-end;
  }
`;

const Column = styled.div`
  display: grid;
  flex: 1;
  grid-template-columns: minmax(0, 1fr);
  justify-items: start;
  gap: ${token.space.xxs};
  min-width: 0;

  [data-own] > & {
    flex: 0 1 auto;
    justify-items: end;
    max-width: min(85%, 34rem);
  }
`;

const By = styled.span`
  min-height: 1.125rem;
  color: ${token.color.textSubtle};
  font-size: ${token.text.xs};
  font-weight: 500;
`;

const Bubble = styled.div`
  max-width: 100%;
  padding: ${token.space.sm} ${token.space.md};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.lg};
  border-start-start-radius: ${token.radius.sm};
  background: ${token.color.surfaceHover};
  line-height: 1.6;
  overflow-wrap: anywhere;

  [data-own] & {
    border-color: ${token.color.accentBorder};
    border-radius: ${token.radius.lg};
    border-end-end-radius: ${token.radius.sm};
    background: ${token.color.accentSurface};
  }
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space.xs};
  min-height: ${token.size.controlSm};
`;
