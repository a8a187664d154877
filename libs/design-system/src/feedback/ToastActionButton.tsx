/** The action of a toast, such as Undo. Its press removes the toast. */
import type { MouseEvent } from 'react';
import { toast as hotToast } from 'react-hot-toast/headless';
import { Button } from '../actions/Button';
import type { ToastAction } from './toast';

interface ToastActionButtonProps {
  id: string;
  action: ToastAction;
  onPressed: (event: MouseEvent) => void;
}

export function ToastActionButton({ id, action, onPressed }: ToastActionButtonProps) {
  return (
    <Button
      size="sm"
      onClick={(event) => {
        onPressed(event);
        hotToast.dismiss(id);
        action.onPress();
      }}
    >
      {action.label}
    </Button>
  );
}
