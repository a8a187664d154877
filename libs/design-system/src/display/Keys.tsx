/** A keyboard shortcut: keys to press together, or one after the other. */
import { Fragment } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';

export interface KeysProps {
  /** As they are printed on keys: `['Ctrl', 'K']`. */
  keys: readonly string[];
  /** Shown between the keys if it is not obvious how to press them: `+`, or the word `then`. */
  separator?: string;
}

export const Keys = ({ keys, separator }: KeysProps) => (
  <Row translate="no">
    {keys.map((key, at) => (
      <Fragment key={key}>
        {at > 0 && separator !== undefined && ` ${separator} `}
        <kbd>{key}</kbd>
      </Fragment>
    ))}
  </Row>
);

const Row = styled.span`
  display: inline-flex;
  align-items: baseline;
  gap: ${token.space.xs};
  color: ${token.color.textMuted};
  font-size: ${token.text.xs};

  & > kbd {
    min-width: 1.75em;
    padding: 0 ${token.space.xs};
    border: 1px solid ${token.color.borderStrong};
    border-radius: ${token.radius.sm};
    background: ${token.color.surfaceSunken};
    font-family: ${token.font.mono};
    line-height: 1.75;
    text-align: center;
  }
`;
