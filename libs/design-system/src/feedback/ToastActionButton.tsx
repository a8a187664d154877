/** The action of a toast, such as Undo. Pressing it removes the toast. */
import { toast as hotToast } from 'react-hot-toast/headless';
import { Button } from '../actions/Button';
import type { ToastAction } from './toast';

interface ToastActionButtonProps {
  id: string;
  action: ToastAction;
  onPressed: () => void;
}

export function ToastActionButton({ id, action, onPressed }: ToastActionButtonProps) {
  return (
    <Button
      size="sm"
      onClick={() => {
        onPressed();
        hotToast.dismiss(id);
        action.onPress();
      }}
    >
      {action.label}
    </Button>
  );
}
