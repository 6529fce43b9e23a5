package dev.tidemark.integrations.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/// Body subscriber with a size limit: cancels a response that is longer, and fails with an
/// `IOException`. The JDK has one from Java 25 on only.
final class LimitedBody implements BodySubscriber<String> {
  private final BodySubscriber<String> text = BodySubscribers.ofString(UTF_8);
  private @Nullable Subscription upstream;
  private long left;

  private LimitedBody(int limit) {
    this.left = limit;
  }

  /// Reads a body as UTF-8.
  ///
  /// @param limit how many bytes it may have
  static BodyHandler<String> of(int limit) {
    return response -> new LimitedBody(limit);
  }

  @Override
  public CompletionStage<String> getBody() {
    return text.getBody();
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    upstream = subscription;
    text.onSubscribe(subscription);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (var buffer : buffers) {
      left -= buffer.remaining();
    }
    if (left >= 0) {
      text.onNext(buffers);
    } else if (upstream != null) {
      upstream.cancel();
      upstream = null;
      text.onError(new IOException("the body is longer than its limit"));
    }
  }

  @Override
  public void onError(Throwable failure) {
    text.onError(failure);
  }

  @Override
  public void onComplete() {
    text.onComplete();
  }
}
