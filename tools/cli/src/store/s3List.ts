/** Lists the keys of a bucket below a folder, page by page. */
import { ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';

export interface ListRequest {
  bucket: string;
  /** The store's folder in the bucket: empty, or a path that ends in `/`. It is not part of the returned keys. */
  prefix: string;
  below: string;
  /** With `/`, deeper keys appear as their folder. */
  delimiter: string | undefined;
}

/** Keys with their sizes in bytes, and folders, which end in `/`. */
export async function listPages(client: S3Client, { bucket, prefix, below, delimiter }: ListRequest) {
  const keys = new Map<string, number>();
  const folders: string[] = [];
  let token: string | undefined;
  do {
    const response = await client.send(
      new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: `${prefix}${below}/`,
        Delimiter: delimiter,
        ContinuationToken: token,
      }),
    );
    for (const { Key = '', Size = 0 } of response.Contents ?? []) keys.set(Key.slice(prefix.length), Size);
    for (const { Prefix = '' } of response.CommonPrefixes ?? []) folders.push(Prefix.slice(prefix.length));
    token = response.NextContinuationToken;
  } while (token);
  return { keys, folders };
}
