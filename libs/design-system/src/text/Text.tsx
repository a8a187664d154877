/** Running text: its size, tone, weight and maximum number of lines. */
import type { HTMLAttributes } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';

export interface TextProps extends HTMLAttributes<HTMLElement> {
  as?: 'p' | 'span' | 'div' | 'strong' | 'em' | 'dt' | 'dd' | 'time' | 'code';
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl';
  tone?: 'default' | 'muted' | 'subtle' | 'accent' | 'danger';
  weight?: 'regular' | 'medium' | 'strong';
  /** Truncates after this many lines, with an ellipsis. */
  lines?: number;
  /** Reserves the height of all its `lines`, even when the text is shorter. */
  reserve?: boolean;
  /** Keeps the line breaks and spaces of the text. */
  preserveLines?: boolean;
}

export function Text({
  size = 'md',
  tone = 'default',
  weight = 'regular',
  lines,
  reserve = false,
  preserveLines = false,
  style,
  ...rest
}: TextProps) {
  return (
    <Root
      {...rest}
      data-size={size}
      data-tone={tone}
      data-weight={weight}
      data-clamped={lines === undefined ? undefined : true}
      data-reserve={reserve || undefined}
      data-preserve-lines={preserveLines || undefined}
      style={lines === undefined ? style : { ['--lines' as string]: lines, ...style }}
    />
  );
}

const Root = styled.p`
  text-wrap: pretty;

  &[data-size='xs'] {
    font-size: ${token.text.xs};
  }
  &[data-size='sm'] {
    font-size: ${token.text.sm};
  }
  &[data-size='md'] {
    font-size: ${token.text.md};
  }
  &[data-size='lg'] {
    font-size: ${token.text.lg};
  }
  &[data-size='xl'] {
    font-size: ${token.text.xl};
    line-height: 1.4;
  }

  &[data-tone='muted'] {
    color: ${token.color.textMuted};
  }
  &[data-tone='subtle'] {
    color: ${token.color.textSubtle};
  }
  &[data-tone='accent'] {
    color: ${token.color.accentText};
  }
  &[data-tone='danger'] {
    color: ${token.color.dangerText};
  }

  &[data-weight='medium'] {
    font-weight: 500;
  }
  &[data-weight='strong'] {
    font-weight: 600;
  }
  &[data-weight='regular'] {
    font-weight: 400;
  }

  &[data-clamped] {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: var(--lines);
    overflow: hidden;
  }
  &[data-preserve-lines] {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  &[data-reserve] {
    min-height: calc(var(--lines, 1) * 1lh);
  }
`;
