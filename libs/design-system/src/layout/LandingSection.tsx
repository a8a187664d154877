/** A full-width section of the landing page: a large heading, a lead sentence and generous spacing. In other pages use Section. */
import { type ReactNode, useId } from 'react';
import styled from 'styled-components';
import { Container } from './Container';
import { Heading } from '../text/Heading';
import { Text } from '../text/Text';
import { token } from '../tokens';

export interface LandingSectionProps {
  title: string;
  /** The lead sentence, under the heading. */
  text?: string;
  /** `sunken` separates the section from its neighbors by a darker background. */
  tone?: 'plain' | 'sunken';
  /** Shown next to the heading. */
  action?: ReactNode;
  children: ReactNode;
}

export function LandingSection({ title, text, tone = 'plain', action, children }: LandingSectionProps) {
  const id = useId();
  return (
    <Root aria-labelledby={id} data-tone={tone}>
      <Container>
        <Head>
          <div>
            <Heading level={2} size="xxl" id={id}>
              {title}
            </Heading>
            {text !== undefined && (
              <Text tone="muted" size="lg">
                {text}
              </Text>
            )}
          </div>
          {action}
        </Head>
        {children}
      </Container>
    </Root>
  );
}

const Root = styled.section`
  padding-block: ${token.space.vast};

  &[data-tone='sunken'] {
    border-block: 1px solid ${token.color.border};
    background: ${token.color.surfaceSunken};
  }
  &:not([data-tone='sunken']) + &:not([data-tone='sunken']) {
    padding-block-start: 0;
  }
`;

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  justify-content: space-between;
  gap: ${token.space.lg};
  margin-block-end: ${token.space.xxl};

  & > div {
    display: grid;
    gap: ${token.space.sm};
    max-width: 42rem;
  }
`;
