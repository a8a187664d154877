/** A drawing of a terminal with a request and its response. Decorative, so screen readers skip it. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';

export interface CodeWindowProps {
  title: string;
  /** The request. Highlight its parts with `Code`. */
  request: ReactNode;
  /** The response. */
  answer: ReactNode;
  /** A part of the product, overlapping the lower edge. */
  front?: ReactNode;
}

export function CodeWindow({ title, request, answer, front }: CodeWindowProps) {
  return (
    <Scene aria-hidden="true">
      <Root>
        <Bar>
          <Dots>
            <i />
            <i />
            <i />
          </Dots>
          {title}
        </Bar>
        <Lines translate="no">{request}</Lines>
        <Lines data-answer="" translate="no">
          {answer}
        </Lines>
      </Root>
      {front !== undefined && <Front>{front}</Front>}
    </Scene>
  );
}

/** A highlighted part of the code. */
export const Code = styled.span<{ 'data-kind': 'command' | 'text' | 'name' | 'quiet' }>`
  &[data-kind='command'] {
    color: ${token.color.accentText};
    font-weight: 600;
  }
  &[data-kind='text'] {
    color: ${token.color.successText};
  }
  &[data-kind='name'] {
    color: ${token.color.warningText};
  }
  &[data-kind='quiet'] {
    color: ${token.color.textSubtle};
  }
`;

const Scene = styled.div`
  min-width: 0;
`;

const Front = styled.div`
  position: relative;
  width: min(25rem, 98%);
  margin-block-start: -1.25rem;
  margin-inline: auto 0;
  border-radius: ${token.radius.lg};
  box-shadow: ${token.shadow.lg};
  --color-surface: ${token.color.surfaceRaised};

  @media (max-width: 60rem) {
    margin-inline-end: auto;
  }
`;

const Root = styled.div`
  border: 1px solid ${token.color.borderStrong};
  border-radius: ${token.radius.lg};
  background: ${token.color.surface};
  box-shadow: ${token.shadow.lg};
  overflow: hidden;
`;

const Bar = styled.div`
  display: flex;
  align-items: center;
  gap: ${token.space.md};
  padding: ${token.space.sm} ${token.space.lg};
  border-block-end: 1px solid ${token.color.border};
  background: ${token.color.surfaceSunken};
  color: ${token.color.textSubtle};
  font-size: ${token.text.xs};
`;

const Dots = styled.span`
  display: flex;
  gap: 0.375rem;

  & > i {
    width: 0.625rem;
    height: 0.625rem;
    border-radius: 50%;
    background: ${token.color.borderStrong};

    @media (forced-colors: active) {
      border: 1px solid;
    }
  }
`;

const Lines = styled.pre`
  padding: ${token.space.lg};
  font-family: ${token.font.mono};
  font-size: clamp(0.75rem, 0.6875rem + 0.25vw, 0.8125rem);
  line-height: 1.7;
  white-space: pre-wrap;
  overflow-wrap: anywhere;

  &[data-answer] {
    /* The part in front covers the end of the window, not of the text. */
    padding-block-end: ${token.space.xxl};
    border-block-start: 1px dashed ${token.color.borderStrong};
    color: ${token.color.textMuted};
  }
`;
