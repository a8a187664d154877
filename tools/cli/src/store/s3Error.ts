/** Turns an error of the S3 client into one for users, with what to do. */
import { AppError } from '@slipway/contracts';

interface S3Failure {
  name: string;
  code: string;
  status: number;
}

/** The SDK's errors differ in shape: a service's response, a network error, or missing credentials. */
function failureOf(error: unknown): S3Failure {
  const { name, code, $metadata } = error as {
    name?: string;
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  return { name: name ?? 'Error', code: code ?? '', status: $metadata?.httpStatusCode ?? 0 };
}

export const isMissing = (error: unknown) => {
  const { name, status } = failureOf(error);
  return status === 404 && name !== 'NoSuchBucket';
};

/** 412: the condition failed. 409: a concurrent write prevented the decision. */
export const isConditionFailed = (error: unknown) => [409, 412].includes(failureOf(error).status);

/** `address` is the store's, such as `s3://releases`. */
export function toAppError(error: unknown, address: string): AppError {
  const { name, code, status } = failureOf(error);
  const options = { cause: error };
  if (name === 'NoSuchBucket') {
    return new AppError(
      'not_found',
      `${address} does not exist: create the bucket, or correct "store"`,
      options,
    );
  }
  if (/Credentials|ExpiredToken|InvalidAccessKeyId|TokenRefreshRequired|SSO/i.test(name)) {
    return new AppError(
      'unauthenticated',
      `There are no valid credentials for ${address} (${name}): renew them, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`,
      options,
    );
  }
  if (status === 401 || status === 403) {
    return new AppError(
      'forbidden',
      `${address} rejects these credentials (${name}): request permission to read and write it`,
      options,
    );
  }
  return new AppError(
    'unavailable',
    `${address} cannot be reached (${code || name}): check the network and the store's endpoint, then try again`,
    options,
  );
}

/** The error for a key that the service did not delete. Its response has status 200. */
export function notRemoved(key: string, code: string, address: string): AppError {
  const isForbidden = code === 'AccessDenied';
  return new AppError(
    isForbidden ? 'forbidden' : 'unavailable',
    `${address} did not remove ${key} (${code}): ${isForbidden ? 'request permission to delete, or end its retention' : 'try again'}`,
  );
}
