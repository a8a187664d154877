/** The problem of a picture: the status and detail of the response, with advice. */
import type { PictureFault } from './normalizePicture';

export const faults: Readonly<Record<PictureFault, readonly [status: 413 | 415 | 422, detail: string]>> = {
  type: [415, 'The file is no PNG or WebP picture. Send one of these types'],
  size: [413, 'The picture is larger than 256 KB. Send a smaller one'],
  dimensions: [422, 'The picture must be square, with sides of 16 to 2,048 pixels'],
  damaged: [422, 'The picture is damaged. Save it again, or choose another one'],
};
