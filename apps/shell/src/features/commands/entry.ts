/** An entry of the command menu. */
import type { IconProps } from '@slipway/design-system';

export interface Entry {
  id: string;
  label: string;
  icon: IconProps['name'];
  act: () => void;
}
