/** A sentence above content about its state: outdated, sample data, limited. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Icon } from '../display/Icon';
import { token } from '../tokens';

export interface NoticeProps {
  tone?: 'info' | 'warning';
  children: ReactNode;
  action?: ReactNode;
}

export function Notice({ tone = 'info', children, action }: NoticeProps) {
  return (
    <Root role="status" data-tone={tone}>
      <Icon name={tone} />
      <Body>
        <div>{children}</div>
        {action}
      </Body>
    </Root>
  );
}

/** The text stays beside the icon, however narrow the notice is; the icon is beside its first line. */
const Root = styled.div`
  display: flex;
  align-items: baseline;
  gap: ${token.space.md};
  padding: ${token.space.sm} ${token.space.lg};
  border: 1px solid var(--tone-border);
  border-radius: ${token.radius.md};
  background: var(--tone-surface);
  color: var(--tone-text);
  font-size: ${token.text.sm};

  & > svg {
    flex: none;
    translate: 0 0.1875rem;
  }

  &[data-tone='info'] {
    --tone-text: ${token.color.infoText};
    --tone-surface: ${token.color.infoSurface};
    --tone-border: ${token.color.infoBorder};
  }
  &[data-tone='warning'] {
    --tone-text: ${token.color.warningText};
    --tone-surface: ${token.color.warningSurface};
    --tone-border: ${token.color.warningBorder};
  }
`;

/** If there is no space for the text beside the action, the action is below it. */
const Body = styled.div`
  display: flex;
  flex: 1;
  flex-wrap: wrap;
  align-items: baseline;
  gap: ${token.space.sm} ${token.space.md};
  min-width: 0;

  & > :first-child {
    flex: 1 min(16rem, 100%);
    text-wrap: balance;
  }
`;
