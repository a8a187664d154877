/** An invitation at the end of a page, with one action. */
import { type ReactNode, useId } from 'react';
import styled from 'styled-components';
import { Container } from '../layout/Container';
import { Heading } from '../text/Heading';
import { Text } from '../text/Text';
import { token } from '../tokens';

export interface CallToActionProps {
  title: string;
  text: string;
  action: ReactNode;
}

export function CallToAction({ title, text, action }: CallToActionProps) {
  const id = useId();
  return (
    <Root aria-labelledby={id}>
      <Container>
        <Panel>
          <Heading level={2} size="huge" id={id}>
            {title}
          </Heading>
          <Text size="lg" tone="muted">
            {text}
          </Text>
          {action}
        </Panel>
      </Container>
    </Root>
  );
}

const Root = styled.section`
  padding-block: ${token.space.vast};
`;

const Panel = styled.div`
  display: grid;
  justify-items: center;
  gap: ${token.space.lg};
  padding: clamp(2.5rem, 2rem + 3vw, 4.5rem) ${token.space.xl};
  border: 1px solid ${token.color.accentBorder};
  border-radius: ${token.radius.xl};
  background:
    radial-gradient(60% 120% at 50% 0%, ${token.color.accentSurface}, transparent), ${token.color.surface};
  text-align: center;

  & > p {
    max-width: 36rem;
  }
  & > a {
    margin-block-start: ${token.space.sm};
  }
`;
