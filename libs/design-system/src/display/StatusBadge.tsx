/** The status of a deployment or a subscription. The text is always shown; the color repeats it. */
import styled from 'styled-components';
import { Badge, type BadgeProps } from './Badge';
import { messages } from '../messages';
import { type StatusKind, statusTone } from './statusTone';

export interface StatusBadgeProps extends Omit<BadgeProps, 'tone' | 'children'> {
  kind: StatusKind;
  /** The value from the database: `past_due`. */
  status: string;
  /** The displayed text. The default is derived from the status: `Past due`. */
  label?: string;
}

const wordOf = (status: string) => {
  const word = status.replaceAll('_', ' ').trim();
  return word === '' ? messages.unknown : word.charAt(0).toUpperCase() + word.slice(1);
};

export function StatusBadge({ kind, status, label, ...rest }: StatusBadgeProps) {
  return (
    <Badge {...rest} tone={statusTone(kind, status)}>
      <Dot aria-hidden="true" />
      {label ?? wordOf(status)}
    </Badge>
  );
}

const Dot = styled.span`
  display: inline-block;
  width: 0.375rem;
  height: 0.375rem;
  margin-inline-end: 0.375rem;
  border-radius: 50%;
  background: currentColor;
  vertical-align: 0.0625rem;

  @media (forced-colors: active) {
    background: CanvasText;
  }
`;
