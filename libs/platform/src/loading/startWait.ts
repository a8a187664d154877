/** The picture of the wait for a dialog or a menu whose code is loading. */
import { toast } from '@slipway/design-system';
import { t } from '../messages';

/** Milliseconds. */
const SHORT = 400;
/** Milliseconds, before the toast goes by itself. */
const AGAIN = 3_000;

const id = 'part-loading';

/** Shows a toast, unless the wait is short. Returns the function that ends it. */
export function startWait(): () => void {
  const show = () => {
    toast.info(t('partLoading'), { id });
    timer = setTimeout(show, AGAIN);
  };
  let timer = setTimeout(show, SHORT);
  return () => {
    clearTimeout(timer);
    toast.dismiss(id);
  };
}
