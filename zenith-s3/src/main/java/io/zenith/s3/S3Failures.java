package io.zenith.s3;

import java.io.IOException;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// What becomes of the exceptions of AWS's client.
final class S3Failures {
  static final int NOT_FOUND = 404;

  /// What helps where no credentials are needed.
  static final String WITHOUT = "read without any: new S3Storage().anonymous()";

  private S3Failures() {}

  /// A request has failed.
  ///
  /// @param place what was asked for
  static IOException of(String place, SdkException error) {
    return switch (error) {
      case S3Exception answer -> refused(place, answer);
      case AbortedException _ -> Outage.interrupted(place);
      case SdkClientException _ -> Outage.of(place, error);
      default -> new IOException(place + ": " + error.getMessage(), error);
    };
  }

  /// An answer has failed while it was read, such as by a checksum that does not fit.
  static IOException inBody(String place, SdkClientException error) {
    return error instanceof AbortedException
        ? Outage.interrupted(place)
        : new TransientException(place + ": " + error.getMessage(), error, false);
  }

  private static IOException refused(String place, S3Exception answer) {
    int status = answer.statusCode();
    String said = place + ": " + status + " " + code(answer);
    if (Outage.passes(status)) {
      return new TransientException(said, answer, false);
    }
    String check =
        switch (status) {
          case 301, 400 -> "; check the region and the endpoint";
          case 401, 403 ->
              "; check that these credentials may read this bucket and key (s3:GetObject, "
                  + "s3:ListBucket), or "
                  + WITHOUT;
          case NOT_FOUND -> "; check the bucket, the key and its case";
          default -> "";
        };
    return new IOException(said + check, answer);
  }

  private static String code(S3Exception answer) {
    AwsErrorDetails details = answer.awsErrorDetails();
    return details == null || details.errorCode() == null ? "" : details.errorCode();
  }
}
