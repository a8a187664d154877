/**
 * An agent's icon: the uploaded one, or the symbol of its category over a pattern derived from its name. The same name
 * and category always give the same icon. Decorative: the name is next to it.
 */
import type { CSSProperties } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';
import { Icon, type IconProps } from './Icon';
import { Picture } from './Picture';
import { hueOf, pictureLook, textHash } from './pictureColor';

export interface AgentIconProps {
  name: string;
  /** As stored; an unknown category has the general symbol. */
  category: string;
  /** The creator's choice, one of `pictureColors`. The default is derived from the name. */
  color?: string | null;
  /** The address of a square picture. */
  src?: string | undefined;
  /** CSS pixels at the default text size. */
  size?: number;
}

const symbols: ReadonlyMap<string, IconProps['name']> = new Map([
  ['customer-service', 'support'],
  ['sales', 'trend'],
  ['content', 'write'],
  ['analytics', 'chart'],
  ['productivity', 'tasks'],
]);

/** The left half of a grid of four by four; the right half mirrors it. */
const ROWS = 4;
const COLUMNS = 2;

/** The filled cells of the name's pattern, as x and y in a grid of four by four. */
export function patternOf(name: string): readonly (readonly [x: number, y: number])[] {
  const bits = textHash(name);
  return Array.from({ length: ROWS * COLUMNS }, (_, at) => at)
    .filter((at) => ((bits >>> at) & 1) === 1)
    .flatMap((at) => {
      const [x, y] = [at % COLUMNS, Math.floor(at / COLUMNS)];
      return [[x, y] as const, [ROWS - 1 - x, y] as const];
    });
}

export function AgentIcon({ name, category, color, src, size = 40 }: AgentIconProps) {
  const look = { '--length': `${String(size / 16)}rem`, '--hue': hueOf(color, name) } as CSSProperties;
  return (
    <Root aria-hidden style={look}>
      <Picture src={src}>
        <svg viewBox="0 0 4 4" fill="currentColor" opacity="0.16">
          {/* One element, because a page may have dozens of icons. */}
          <path
            d={patternOf(name)
              .map(([x, y]) => `M${String(x)} ${String(y)}h1v1h-1z`)
              .join('')}
          />
        </svg>
        <Icon name={symbols.get(category) ?? 'agent'} size={size * 0.5} />
      </Picture>
    </Root>
  );
}

const Root = styled.span`
  ${pictureLook}
  display: inline-grid;
  flex: none;
  place-items: center;
  width: var(--length);
  height: var(--length);
  border: 1px solid transparent;
  border-radius: ${token.radius.md};
  overflow: hidden;

  /* One cell: the symbol lies over the pattern. */
  & > * {
    grid-area: 1 / 1;
  }
  & > :first-child {
    width: 100%;
    height: 100%;
  }
`;
