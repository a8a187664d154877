import { Button, Icon } from '@slipway/design-system';

interface CreateButtonProps {
  label: string;
  onClick: () => void;
}

/** Opens the dialog for a new deployment. */
export function CreateButton({ label, onClick }: CreateButtonProps) {
  return (
    <Button variant="primary" aria-haspopup="dialog" onClick={onClick}>
      <Icon name="deploy" />
      {label}
    </Button>
  );
}
