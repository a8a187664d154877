/** The top of the landing page: one sentence, two actions and a picture. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Container } from '../layout/Container';
import { Stack } from '../layout/Stack';
import { Heading } from '../text/Heading';
import { token } from '../tokens';

export interface HeroProps {
  title: string;
  /** Words of the title that stay on one line. */
  unbroken?: string;
  text: string;
  actions: ReactNode;
  /** Next to the text on wide screens, below it on narrow ones. */
  picture: ReactNode;
}

export function Hero({ title, unbroken, text, actions, picture }: HeroProps) {
  return (
    <Root>
      <Columns>
        <Copy>
          <Heading level={1} size="display">
            {unbroken === undefined ? title : withWhole(title, unbroken)}
          </Heading>
          <Lead>{text}</Lead>
          <Stack direction="row" gap="md" wrap data-actions="">
            {actions}
          </Stack>
        </Copy>
        {picture}
      </Columns>
    </Root>
  );
}

function withWhole(title: string, words: string): ReactNode {
  const [before, after] = title.split(words);
  return after === undefined ? (
    title
  ) : (
    <>
      {before}
      <Whole>{words}</Whole>
      {after}
    </>
  );
}

const Whole = styled.span`
  white-space: nowrap;
`;

const Root = styled.section`
  position: relative;
  isolation: isolate;
  /* Not the shadow of the picture. */
  overflow-x: clip;
  padding-block: clamp(3rem, 2rem + 5vw, 6.5rem) ${token.space.xl};

  /* A faint grid, and light from above. */
  &::before,
  &::after {
    content: '';
    position: absolute;
    inset: 0;
    z-index: -1;
    pointer-events: none;
  }
  &::before {
    background:
      linear-gradient(${token.color.border} 1px, transparent 1px) 50% 0 / 3.5rem 3.5rem,
      linear-gradient(90deg, ${token.color.border} 1px, transparent 1px) 50% 0 / 3.5rem 3.5rem;
    mask-image: radial-gradient(90% 90% at 70% 10%, rgb(0 0 0 / 75%), transparent 72%);
  }
  &::after {
    background:
      radial-gradient(
        42rem 26rem at 78% 8%,
        color-mix(in srgb, ${token.color.accent} 14%, transparent),
        transparent
      ),
      linear-gradient(transparent 70%, ${token.color.canvas});
  }

  @media (forced-colors: active) {
    &::before,
    &::after {
      display: none;
    }
  }
`;

const Columns = styled(Container)`
  display: grid;
  align-items: center;
  gap: ${token.space.huge};

  @media (min-width: 60rem) {
    grid-template-columns: minmax(0, 1.1fr) minmax(0, 1fr);
  }
`;

const Copy = styled.div`
  display: grid;
  gap: ${token.space.xl};
  justify-items: start;
`;

const Lead = styled.p`
  max-width: 34rem;
  color: ${token.color.textMuted};
  font-size: clamp(${token.text.lg}, 1rem + 0.4vw, 1.3125rem);
  line-height: 1.55;
  text-wrap: pretty;
`;
