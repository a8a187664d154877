/** The features of the product: an icon, a title, a sentence, and a badge for features that are not available yet. */
import Blocks from 'lucide/dist/esm/icons/blocks.mjs';
import Coins from 'lucide/dist/esm/icons/coins.mjs';
import Globe from 'lucide/dist/esm/icons/globe.mjs';
import Rocket from 'lucide/dist/esm/icons/rocket.mjs';
import Wallet from 'lucide/dist/esm/icons/wallet.mjs';
import Zap from 'lucide/dist/esm/icons/zap.mjs';
import styled from 'styled-components';
import { Badge } from '../display/Badge';
import { Drawing } from '../display/Drawing';
import { Heading } from '../text/Heading';
import { Text } from '../text/Text';
import { token } from '../tokens';

const pictures = { blocks: Blocks, coins: Coins, globe: Globe, rocket: Rocket, wallet: Wallet, zap: Zap };

export interface Feature {
  picture: keyof typeof pictures;
  title: string;
  text: string;
  /** The text of the badge, such as "Coming Soon". */
  mark?: string;
}

export interface FeaturesProps {
  items: readonly Feature[];
  /** `cards` are separate; `columns` are one band with dividing lines. */
  look?: 'cards' | 'columns';
}

/** The largest number of columns, up to four, that fills the last row. */
const columnsOf = (count: number) => [4, 3, 2].find((columns) => count % columns === 0) ?? 3;

export function Features({ items, look = 'cards' }: FeaturesProps) {
  return (
    <List data-look={look} style={{ ['--columns' as string]: columnsOf(items.length) }}>
      {items.map(({ picture, title, text, mark }) => (
        <li key={title}>
          <Top>
            <Tile>
              <Drawing shapes={pictures[picture]} width="1.25rem" height="1.25rem" aria-hidden />
            </Tile>
            {mark !== undefined && <Badge tone="info">{mark}</Badge>}
          </Top>
          <Heading level={3} size="lg">
            {title}
          </Heading>
          <Text tone="muted">{text}</Text>
        </li>
      ))}
    </List>
  );
}

const List = styled.ul`
  display: grid;
  padding: 0;
  list-style: none;
  /* Never two columns: with three features, the second row would be half empty. */
  grid-template-columns: minmax(0, 1fr);

  @media (min-width: 46rem) {
    grid-template-columns: repeat(var(--columns, 3), minmax(0, 1fr));
  }

  & > li {
    display: flex;
    flex-direction: column;
    gap: ${token.space.sm};
    padding: ${token.space.xl};
  }

  &[data-look='cards'] {
    gap: ${token.space.lg};
  }
  &[data-look='cards'] > li {
    border: 1px solid ${token.color.border};
    border-radius: ${token.radius.lg};
    background: ${token.color.surface};
    box-shadow: ${token.shadow.sm};
  }

  &[data-look='columns'] {
    gap: 1px;
    border: 1px solid ${token.color.border};
    border-radius: ${token.radius.lg};
    background: ${token.color.border};
    overflow: hidden;
  }
  /* Forced colors paint no background between the items. */
  @media (forced-colors: active) {
    &[data-look='columns'] > li {
      outline: 1px solid CanvasText;
    }
  }
  &[data-look='columns'] > li {
    padding: ${token.space.xxl} ${token.space.xl};
    background: ${token.color.canvas};
  }
`;

const Top = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  margin-block-end: ${token.space.sm};
`;

const Tile = styled.span`
  display: grid;
  place-items: center;
  width: 2.5rem;
  height: 2.5rem;
  border: 1px solid ${token.color.accentBorder};
  border-radius: ${token.radius.md};
  background: ${token.color.accentSurface};
  color: ${token.color.accentText};
`;
