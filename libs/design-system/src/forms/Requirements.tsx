/** The requirements of a value, with a check mark for each that is met. Announced as one sentence after a pause. */
import { useEffect, useState } from 'react';
import styled from 'styled-components';
import { Icon } from '../display/Icon';
import { VisuallyHidden } from '../text/VisuallyHidden';
import { token } from '../tokens';

/** One requirement of a value, and whether it is met. */
export interface Requirement {
  text: string;
  isMet: boolean;
}

export interface RequirementsProps {
  /** For the `aria-describedby` of the field. */
  id: string;
  title: string;
  items: readonly Requirement[];
  /** Read by screen readers after a requirement that is met. */
  metLabel: string;
  /** The announcement, with the number of met requirements; empty before anything is typed. */
  summary: string;
}

/** Milliseconds without input before the announcement, so that not every key press is announced. */
const PAUSE = 1_000;

export function Requirements({ id, title, items, metLabel, summary }: RequirementsProps) {
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => {
      setAnnounced(summary);
    }, PAUSE);
    return () => {
      clearTimeout(timer);
    };
  }, [summary]);

  return (
    <Root id={id}>
      <p>{title}</p>
      <ul>
        {items.map(({ text, isMet }) => (
          <li key={text} data-met={isMet || undefined}>
            <Mark aria-hidden="true">{isMet && <Icon name="check" size={12} />}</Mark>
            <span>
              {text}
              {isMet && <VisuallyHidden>, {metLabel}</VisuallyHidden>}
            </span>
          </li>
        ))}
      </ul>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </Root>
  );
}

const Root = styled.div`
  padding: ${token.space.md} ${token.space.lg};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.md};
  background: ${token.color.surfaceSunken};
  font-size: ${token.text.sm};

  & > p {
    margin-block-end: ${token.space.xs};
    font-weight: 500;
  }
  & > ul {
    display: grid;
    gap: ${token.space.xxs};
    padding: 0;
    list-style: none;
  }
  & li {
    display: flex;
    gap: ${token.space.sm};
    color: ${token.color.textMuted};
  }
  & li[data-met] {
    color: ${token.color.successText};
  }
`;

const Mark = styled.span`
  flex: none;
  display: grid;
  place-items: center;
  width: 1rem;
  height: 1rem;
  /* In the middle of the first line. */
  margin-block-start: calc(0.5lh - 0.5rem);
  border: 1px solid ${token.color.borderControl};
  border-radius: ${token.radius.pill};

  li[data-met] > & {
    border-color: transparent;
    background: ${token.color.successText};
    color: ${token.color.canvas};
  }
`;
