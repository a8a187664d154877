/** A part of a page that people read: a heading, a sentence, and room around it. */
import { type ReactNode, useId } from 'react';
import styled from 'styled-components';
import { Container } from './Container';
import { Heading } from '../text/Heading';
import { Text } from '../text/Text';
import { token } from '../tokens';

export interface SectionProps {
  title: string;
  text?: string;
  /** `sunken` sets it apart from what is above and below. */
  tone?: 'plain' | 'sunken';
  /** Beside the heading. */
  action?: ReactNode;
  children: ReactNode;
}

export function Section({ title, text, tone = 'plain', action, children }: SectionProps) {
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
