package dev.tidemark.langchain4j;

import dev.langchain4j.agentic.Agent;
import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.agentic.scope.AgenticScopeAccess;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.V;
import java.util.ArrayList;
import java.util.List;

/// Two agents in sequence, with a model whose answers are known.
final class Agents {
  private Agents() {}

  /// The first agent.
  public interface Researcher {
    /// Collects facts.
    @UserMessage("Research {{topic}}")
    @Agent(name = "researcher", description = "Collects facts", outputKey = "facts")
    String research(@V("topic") String topic);
  }

  /// The second agent.
  public interface Writer {
    /// Writes the text.
    @UserMessage("Write about {{facts}}")
    @Agent(name = "writer", description = "Writes", outputKey = "text")
    String write(@V("facts") String facts);
  }

  /// The system of both.
  public interface Report extends AgenticScopeAccess {
    /// Makes a report.
    @Agent(name = "report", outputKey = "text")
    String report(@MemoryId String id, @V("topic") String topic);
  }

  /// A model that answers from a script: the request in other words, or a failure.
  static final class Script implements ChatModel {
    final List<String> asked = new ArrayList<>();
    private final String failing;

    Script(String failing) {
      this.failing = failing;
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
      var message = (dev.langchain4j.data.message.UserMessage) request.messages().getLast();
      var text = message.singleText();
      asked.add(text);
      if (!failing.isEmpty() && text.startsWith(failing)) {
        throw new IllegalStateException("the model is not reachable");
      }
      return ChatResponse.builder().aiMessage(AiMessage.from("<" + text + ">")).build();
    }
  }

  static Report report(ChatModel model) {
    var researcher = AgenticServices.agentBuilder(Researcher.class).chatModel(model).build();
    var writer = AgenticServices.agentBuilder(Writer.class).chatModel(model).build();
    return AgenticServices.sequenceBuilder(Report.class)
        .subAgents(researcher, writer)
        .outputKey("text")
        .build();
  }
}
