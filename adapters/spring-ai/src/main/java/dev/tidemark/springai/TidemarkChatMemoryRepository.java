package dev.tidemark.springai;

import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.library.KeyedRuns;
import dev.tidemark.library.KeyedRuns.PhaseMove;
import dev.tidemark.library.KeyedRuns.Snapshot;
import dev.tidemark.library.Project;
import dev.tidemark.store.StoreException.ConflictException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.messages.Message;
import org.springframework.util.Assert;

/// Chat memory repository of Spring AI: one run `state/spring-ai/<conversation>` for each
/// conversation, one journal entry for each save.
///
/// A save that follows a read of the same thread, as `MessageWindowChatMemory` does it, is refused
/// if the conversation has changed since that read; a save without a read replaces what there is.
/// Safe for use by many threads and many processes.
public final class TidemarkChatMemoryRepository implements ChatMemoryRepository {
  /// The command of the runs.
  public static final String COMMAND = "spring-ai";

  private static final String MESSAGES = "messages";
  private static final String PHASE = "conversation";

  /// The most reads that a thread remembers without a save.
  private static final int READS_MAX = 100;

  private final KeyedRuns runs;

  /// The versions that the thread has read, by conversation, until it has saved.
  private final ThreadLocal<Map<String, String>> reads =
      ThreadLocal.withInitial(TidemarkChatMemoryRepository::newestReads);

  /// Takes the project of the runs.
  public TidemarkChatMemoryRepository(Project project) {
    this.runs = new KeyedRuns(project, COMMAND);
  }

  /// Returns the ids of the conversations that were saved and not deleted.
  @Override
  public List<String> findConversationIds() {
    var ids = new ArrayList<String>();
    for (var snapshot : runs.open()) {
      ids.add(snapshot.key());
    }
    return ids;
  }

  /// Returns the messages of a conversation as they were saved last; none of an unknown one.
  @Override
  public List<Message> findByConversationId(String conversationId) {
    Assert.hasText(conversationId, "conversationId cannot be null or empty");
    var snapshot = runs.read(conversationId);
    reads.get().put(conversationId, runs.version(snapshot));
    var messages = new ArrayList<Message>();
    var array = runs.state(snapshot).array(MESSAGES);
    for (var element : array == null ? List.<Json>of() : array.elements()) {
      if (element instanceof JsonObject message) {
        messages.add(MessageCodec.decode(message));
      }
    }
    return messages;
  }

  /// Replaces the messages of a conversation. When it returns, they survive a crash of the machine.
  ///
  /// @throws ConflictException if the conversation has changed since this thread has read it;
  ///   nothing was written, and a repeated save is refused too, until this thread reads it again
  /// @throws IllegalStateException if the messages were refused, for their size or a secret;
  ///   nothing was written
  @Override
  public void saveAll(String conversationId, List<Message> messages) {
    Assert.hasText(conversationId, "conversationId cannot be null or empty");
    Assert.notNull(messages, "messages cannot be null");
    Assert.noNullElements(messages, "messages cannot contain null elements");
    var encoded = JsonArray.of(messages.stream().map(MessageCodec::encode).toList());
    var read = reads.get().get(conversationId);
    if (read == null) {
      runs.repeat(conversationId, base -> save(base, encoded));
      return;
    }
    var base = runs.read(conversationId);
    if (!read.equals(runs.version(base))) {
      throw new ConflictException(base.id());
    }
    save(base, encoded);
    reads.get().remove(conversationId);
  }

  private Snapshot save(Snapshot base, JsonArray messages) {
    var moves =
        base.document() == null
            ? List.of(new PhaseMove(PHASE, PhaseStatus.IN_PROGRESS))
            : List.<PhaseMove>of();
    runs.write(base, runs.state(base).with(MESSAGES, messages), moves);
    return base;
  }

  /// Removes the messages of a conversation from its document and finishes the run; the journal
  /// keeps what was saved, until it is pruned or redacted.
  @Override
  public void deleteByConversationId(String conversationId) {
    Assert.hasText(conversationId, "conversationId cannot be null or empty");
    reads.get().remove(conversationId);
    runs.finish(conversationId, true);
  }

  private static Map<String, String> newestReads() {
    return new LinkedHashMap<>() {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
        return size() > READS_MAX;
      }
    };
  }
}
