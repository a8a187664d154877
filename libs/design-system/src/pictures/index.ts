/** Fields for pictures that users upload, in an entry that is loaded on first use. */
export { PictureField, type PictureFieldProps } from './PictureField';
