/** Pictures that users upload: checked, encoded again, stored and served. */
export { agentCard } from './agentCard';
export {
  createPictures,
  PICTURE_HEADERS,
  type PictureDatabase,
  type PictureOptions,
  type Pictures,
  PICTURES_PATH,
} from './pictures';
