// DynamoDB Local on a free port of the loopback interface. Its own main class listens on all interfaces and has no option for that.
// Prints the port. Ends when its standard input does, so also when the process that started it was killed.
import org.eclipse.jetty.server.NetworkConnector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import software.amazon.dynamodb.services.local.server.DynamoDBProxyServer;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBServerHandler;

class Loopback {
  public static void main(String[] arguments) throws Exception {
    System.setProperty("org.eclipse.jetty.LEVEL", "OFF");
    // in memory, one database for all keys and regions, without the pauses that AWS has
    var requests = new LocalDynamoDBRequestHandler(0, true, null, true, false);
    var proxy = new DynamoDBProxyServer(0, new LocalDynamoDBServerHandler(requests, null));
    var field = DynamoDBProxyServer.class.getDeclaredField("server");
    field.setAccessible(true);
    var connector = (ServerConnector) ((Server) field.get(proxy)).getConnectors()[0];
    connector.setHost("127.0.0.1");
    proxy.start();
    System.out.println("port " + ((NetworkConnector) connector).getLocalPort());
    while (System.in.read() != -1) {}
    Runtime.getRuntime().halt(0);
  }
}
