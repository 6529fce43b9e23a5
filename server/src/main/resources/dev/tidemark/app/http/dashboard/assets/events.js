// Server-sent events: one stream for all tabs of a browser.

/** A browser allows six connections to a server: a stream of each tab would leave none for data. */
const SHARED = 'tidemark-events';

/**
 * Listens to what changes.
 *
 * @param changed is told the names of the runs, and their project if there are several; none means
 *     that anything may have changed
 * @param state is told `live` or `lost`
 * @return what ends it
 */
export function listen(changed, state) {
  const sharing = Boolean(navigator.locks && window.BroadcastChannel);
  const open = () => (sharing ? shared(changed, state) : stream(changed, state, false));
  let close = open();
  // A page in the back/forward cache keeps no stream.
  const hide = () => close();
  const back = (event) => {
    if (event.persisted) {
      close = open();
      changed([]);
    }
  };
  window.addEventListener('pagehide', hide);
  window.addEventListener('pageshow', back);
  return () => {
    window.removeEventListener('pagehide', hide);
    window.removeEventListener('pageshow', back);
    close();
  };
}

/** The tab that holds the lock reads the stream and broadcasts it; the next takes over from it. */
function shared(changed, state) {
  const channel = new BroadcastChannel(SHARED);
  const waiting = new AbortController();
  let last = null;
  let release = null;
  const take = ({ kind, runs, project }) => {
    if (kind === 'changed') {
      changed(runs, project);
    } else {
      last = kind;
      state(kind);
    }
  };
  const tell = (message) => {
    take(message);
    channel.postMessage(message);
  };
  channel.addEventListener('message', ({ data }) => {
    if (data.kind !== 'hello') {
      take(data);
    } else if (release && last) {
      channel.postMessage({ kind: last });
    }
  });
  const lead = () =>
    new Promise((resolve) => {
      const heard = last !== null;
      const end = stream((runs, project) => tell({ kind: 'changed', runs, project }), (kind) => tell({ kind }), heard);
      release = () => {
        end();
        resolve();
      };
    });
  navigator.locks.request(SHARED, { signal: waiting.signal }, lead).catch((problem) => {
    if (problem.name !== 'AbortError') {
      throw problem;
    }
  });
  channel.postMessage({ kind: 'hello' });
  return () => {
    waiting.abort();
    release?.();
    channel.close();
  };
}

/** Reads the stream; after a gap anything may have changed. */
function stream(changed, state, gap) {
  const source = new EventSource('/api/events');
  let lost = gap;
  source.addEventListener('open', () => {
    state('live');
    if (lost) {
      lost = false;
      changed([]);
    }
  });
  source.addEventListener('changed', (event) => {
    let told = {};
    try {
      told = JSON.parse(event.data);
    } catch {
      // Something has changed, and it is not known what.
    }
    changed(told.runs ?? [], told.project);
  });
  source.addEventListener('reset', () => changed([]));
  source.addEventListener('error', () => {
    lost = true;
    state('lost');
  });
  return () => source.close();
}
