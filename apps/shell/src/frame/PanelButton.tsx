/** A button of the header that opens a panel below it. The panel's code is loaded on first use. */
import { type ComponentType, useId, useState } from 'react';
import { Icon, IconButton, type IconProps } from '@slipway/design-system';
import { useLazyPart } from './useLazyPart';

interface PanelProps {
  id: string;
  /** The button. */
  anchor: HTMLElement;
  onClose: () => void;
}

interface PanelButtonProps<Own extends object> {
  label: string;
  icon: IconProps['name'];
  dot?: boolean;
  load: () => Promise<{ default: ComponentType<Own & PanelProps> }>;
  /** The panel's other properties. */
  panel: Own;
}

export function PanelButton<Own extends object>({ icon, load, panel, ...button }: PanelButtonProps<Own>) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { Part: Panel, fetchPart, prefetch } = useLazyPart(load);
  return (
    <>
      <IconButton
        ref={setAnchor}
        size="sm"
        {...button}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => {
          if (isOpen) setOpen(false);
          else void fetchPart().then(setOpen);
        }}
      >
        <Icon name={icon} />
      </IconButton>
      {isOpen && anchor && Panel && (
        <Panel
          {...panel}
          id={id}
          anchor={anchor}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
