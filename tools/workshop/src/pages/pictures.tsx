/** Stories of the folder `pictures/`. */
import { Avatar } from '@slipway/design-system';
import { PictureField } from '@slipway/design-system/pictures';
import type { Story } from '../story';

const texts = {
  ...{ choose: 'Upload a picture', replace: 'Replace', remove: 'Remove' },
  ...{ unreadable: 'Choose a PNG file.', small: 'Choose a larger picture.', large: 'Choose a smaller file.' },
};

const Picture = ({ hasPicture }: { hasPicture: boolean }) => (
  <PictureField
    label="Picture"
    hint="Cropped to a square."
    hasPicture={hasPicture}
    texts={texts}
    onSave={() => Promise.reject(new Error('offline'))}
    onRemove={() => Promise.resolve()}
    failureText={() => 'Check your connection.'}
  >
    <Avatar name="Grace Hopper" size={64} />
  </PictureField>
);

export default {
  PictureField: { default: () => <Picture hasPicture={false} />, chosen: () => <Picture hasPicture /> },
} satisfies Story;
