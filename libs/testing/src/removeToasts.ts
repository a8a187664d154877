/** Toasts outlive the page that showed them. While one is left that the pointer has paused, later ones stay, too. */
import { toast } from 'react-hot-toast/headless';

export const removeToasts = (): void => {
  toast.remove();
};
