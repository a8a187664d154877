/** Fields of both releases and compositions. Separate from `release.ts`, because most pages parse no release. */
import * as v from 'valibot';

/** `sha384-` and the hash in base64, the format of the `integrity` attribute. */
export const integrity = v.pipe(
  v.string(),
  v.regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'must be a sha384 integrity value'),
);

/** A hash of the content, as 16 hexadecimal digits: see `releaseVersion` in `@slipway/build`. */
export const version = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/, 'must be 16 hexadecimal digits'));

/** Relative, and always inside the release's folder. */
export const filePath = v.pipe(
  v.string(),
  v.regex(
    /^(?!.*(?:^|\/)\.)[A-Za-z0-9._~@-]+(?:\/[A-Za-z0-9._~@-]+)*$/,
    'must be a relative path without "." segments',
  ),
);
