/** A user's picture, or the initials of the name on a color. Decorative: the name is next to it. */
import type { CSSProperties } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';
import { Icon } from './Icon';
import { Picture } from './Picture';
import { hueOf, pictureLook } from './pictureColor';

export interface AvatarProps {
  /** Undefined shows a neutral icon. */
  name: string | undefined;
  /** One of `pictureColors`. The default is derived from the name. */
  color?: string | null;
  /** The address of a square picture. */
  src?: string | undefined;
  /** CSS pixels at the default text size. */
  size?: number;
}

/** The first letters of the first and the last word. Letters are grapheme clusters: a flag or an accent stays whole. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  const letters = new Intl.Segmenter();
  const firstOf = (word = '') => [...letters.segment(word)][0]?.segment ?? '';
  const initials = words.length > 1 ? [firstOf(words[0]), firstOf(words.at(-1))] : [firstOf(words[0])];
  return initials.join('').toUpperCase();
}

export function Avatar({ name, color, src, size = 32 }: AvatarProps) {
  const length = `${String(size / 16)}rem`;
  const look = { '--length': length, '--hue': hueOf(color, name ?? '') } as CSSProperties;
  return (
    <Root aria-hidden translate="no" style={look}>
      <Picture src={src}>
        {name?.trim() ? initialsOf(name) : <Icon name="person" size={size * 0.55} />}
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
  border-radius: ${token.radius.pill};
  font-size: calc(var(--length) * 0.4);
  font-weight: 600;
  line-height: 1;
  overflow: hidden;
  user-select: none;

  & > img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;
