package dev.tidemark.integrations.http;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// HTTP request to a service. Never printed: address and headers hold secrets.
///
/// @param method `GET` or `POST`
/// @param address the whole address
/// @param headers the request headers
/// @param body JSON; absent for none
public record ServiceRequest(
    String method, String address, Map<String, String> headers, @Nullable String body) {
  /// Takes its own copy of the headers.
  public ServiceRequest {
    headers = Map.copyOf(headers);
  }

  /// Asks for something.
  public static ServiceRequest get(String address, Map<String, String> headers) {
    return new ServiceRequest("GET", address, headers, null);
  }

  /// Sends JSON.
  public static ServiceRequest post(String address, Map<String, String> headers, String body) {
    return new ServiceRequest("POST", address, headers, body);
  }

  @Override
  public String toString() {
    return method + " to a service";
  }
}
