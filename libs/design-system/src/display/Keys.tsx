/** A keyboard shortcut: keys to press together, or one after the other. */
import styled from 'styled-components';
import { token } from '../tokens';

export interface KeysProps {
  /** As they are printed on keys: `['g', 'd']`. */
  keys: readonly string[];
}

export const Keys = ({ keys }: KeysProps) => (
  <Row translate="no">
    {keys.map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </Row>
);

const Row = styled.span`
  display: inline-flex;
  gap: ${token.space.xs};

  & > kbd {
    min-width: 1.75em;
    padding: 0 ${token.space.xs};
    border: 1px solid ${token.color.borderStrong};
    border-radius: ${token.radius.sm};
    background: ${token.color.surfaceSunken};
    color: ${token.color.textMuted};
    font-family: ${token.font.mono};
    font-size: ${token.text.xs};
    line-height: 1.75;
    text-align: center;
  }
`;
