/** Shows the user that the code of a dialog or a menu is loading. */
import { toast } from '@slipway/design-system';
import { t } from '../messages';

/** Milliseconds. Shorter waits show nothing. */
const DELAY = 400;
/** Milliseconds. Shorter than the duration of a toast, so that it stays until the wait ends. */
const REPEAT = 3_000;

const id = 'part-loading';

/** Shows a toast, unless the wait is short. Returns the function that ends it. */
export function startWait(): () => void {
  const show = () => {
    toast.info(t('partLoading'), { id });
    timer = setTimeout(show, REPEAT);
  };
  let timer = setTimeout(show, DELAY);
  return () => {
    clearTimeout(timer);
    toast.dismiss(id);
  };
}
