import { Button, type ButtonProps, Icon } from '@slipway/design-system';

interface CreateButtonProps {
  label: string;
  /** Secondary if another button of the page is the next step. */
  variant?: ButtonProps['variant'];
  onClick: () => void;
}

/** Opens the dialog for a new deployment. */
export function CreateButton({ label, variant = 'primary', onClick }: CreateButtonProps) {
  return (
    <Button variant={variant} aria-haspopup="dialog" onClick={onClick}>
      <Icon name="deploy" />
      {label}
    </Button>
  );
}
