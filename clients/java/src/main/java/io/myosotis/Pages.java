package io.myosotis;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The items of a list that comes in pages; the next page is fetched when the last is used up. */
final class Pages<Q, R, T> implements Iterator<T> {
  private final Function<Q, R> fetch;
  private final Function<R, List<T>> items;
  private final Function<R, String> nextToken;
  private final BiFunction<Q, String, Q> withToken;
  private Q request;
  private Iterator<T> page = Collections.emptyIterator();

  private Pages(
      Q first,
      Function<Q, R> fetch,
      Function<R, List<T>> items,
      Function<R, String> nextToken,
      BiFunction<Q, String, Q> withToken) {
    this.request = first;
    this.fetch = fetch;
    this.items = items;
    this.nextToken = nextToken;
    this.withToken = withToken;
  }

  /**
   * A stream that fetches as it is read.
   *
   * @param withToken the request for the page at a token
   */
  static <Q, R, T> Stream<T> stream(
      Q first,
      Function<Q, R> fetch,
      Function<R, List<T>> items,
      Function<R, String> nextToken,
      BiFunction<Q, String, Q> withToken) {
    Iterator<T> all = new Pages<>(first, fetch, items, nextToken, withToken);
    int character = Spliterator.ORDERED | Spliterator.NONNULL;
    return StreamSupport.stream(Spliterators.spliteratorUnknownSize(all, character), false);
  }

  /** A page may be empty although there are more. */
  @Override
  public boolean hasNext() {
    while (!page.hasNext() && request != null) {
      R response = fetch.apply(request);
      page = items.apply(response).iterator();
      String token = nextToken.apply(response);
      request = token.isEmpty() ? null : withToken.apply(request, token);
    }
    return page.hasNext();
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return page.next();
  }
}
