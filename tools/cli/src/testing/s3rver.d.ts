/** The part of s3rver that the tests use; it brings no types. */
declare module 's3rver' {
  interface Options {
    address: string;
    port: number;
    silent: boolean;
    directory: string;
    allowMismatchedSignatures: boolean;
    configureBuckets: { name: string; configs: string[] }[];
  }

  export default class S3rver {
    constructor(options: Options);
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
  }
}
