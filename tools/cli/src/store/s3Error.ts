/** What a bucket refused, as one sentence that says what to do. */
import { AppError } from '@slipway/contracts';

interface S3Failure {
  name: string;
  code: string;
  status: number;
}

/** The SDK's errors differ in shape: a service's answer, a network's failure, or credentials that were not found. */
function failureOf(error: unknown): S3Failure {
  const { name, code, $metadata } = error as {
    name?: string;
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  return { name: name ?? 'Error', code: code ?? '', status: $metadata?.httpStatusCode ?? 0 };
}

export const isS3Missing = (error: unknown) => {
  const { name, status } = failureOf(error);
  return status === 404 && name !== 'NoSuchBucket';
};

/** 412: the condition did not hold. 409: it could not be decided, because another write was under way. */
export const isRefusedCondition = (error: unknown) => [409, 412].includes(failureOf(error).status);

/** `address` is the store's, such as `s3://releases`. */
export function s3Problem(error: unknown, address: string): AppError {
  const { name, code, status } = failureOf(error);
  const because = { cause: error };
  if (name === 'NoSuchBucket') {
    return new AppError(
      'not_found',
      `${address} does not exist: make the bucket, or correct "store"`,
      because,
    );
  }
  if (/Credentials|ExpiredToken|InvalidAccessKeyId|TokenRefreshRequired|SSO/i.test(name)) {
    return new AppError(
      'unauthenticated',
      `${address} has no valid credentials from here (${name}): renew them, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`,
      because,
    );
  }
  if (status === 401 || status === 403) {
    return new AppError(
      'forbidden',
      `${address} refuses this with these credentials (${name}): ask for the right to read and write it`,
      because,
    );
  }
  return new AppError(
    'unavailable',
    `${address} cannot be reached (${code || name}): check the network and the store's endpoint, then try again`,
    because,
  );
}
